"""Tebiki as a static site: the learners' pages, run by Python in the browser without a server."""
