// Says so, in one sentence, where a browser is older than Tebiki can serve. It is read by such browsers too: it has no
// syntax and no function newer than they are. Chrome 110, Firefox 115 and Safari 16.4 are the first to have all of these.
(function () {
  var SENTENCES = {
    en: "This browser is too old for Tebiki. Any of these will do, or a newer one: Chrome or Edge 110, Firefox 115, Safari or iPadOS 16.4.",
    ja: "このブラウザは古いため、手引きを表示できません。Chrome・Edge 110、Firefox 115、Safari・iPadOS 16.4 以降をお使いください。"
  };

  function isKnown() {
    return Boolean(Array.prototype.toSorted && window.DecompressionStream && window.CSS && window.CSS.supports);
  }

  function say() {
    var asked = /[?&]lang=(\w+)/.exec(location.search);
    var language = (asked && asked[1]) || document.body.getAttribute("data-language") || "en";
    if (!SENTENCES[language]) language = "en";
    var line = document.createElement("p");
    line.className = "tebiki-too-old";
    line.setAttribute("role", "alert");
    line.setAttribute("lang", language);
    line.setAttribute("style", "margin:0;padding:14px 20px;background:#fdf0cd;color:#2a251f;font:16px/1.5 sans-serif");
    line.appendChild(document.createTextNode(SENTENCES[language]));
    document.body.insertBefore(line, document.body.firstChild);
  }

  if (!isKnown()) document.addEventListener("DOMContentLoaded", say);
})();
