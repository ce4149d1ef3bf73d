"""Tebiki as files: the learners' pages, run by Python in the browser, without a server."""
