// Draws the charts of the page with ECharts. The colours are CSS variables, so that themes and print need no second drawing.
(() => {
  "use strict";
  const specs = JSON.parse(document.getElementById("charts").textContent);
  const plots = [...document.querySelectorAll(".plot")];
  if (!window.echarts) return;

  const text = { color: "var(--quiet)", fontSize: 12 };
  const lines = { lineStyle: { color: "var(--line)" } };
  const axis = { axisLine: lines, axisTick: lines, axisLabel: text, nameTextStyle: text, splitLine: lines };
  const theme = {
    color: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `var(--series-${number})`),
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    logAxis: { ...axis, axisLine: { show: false }, minorSplitLine: { show: false } },
    legend: {
      textStyle: text, inactiveColor: "var(--line)", inactiveBorderColor: "var(--line)", pageTextStyle: text,
      pageIconColor: "var(--ink)", pageIconInactiveColor: "var(--line)",
    },
  };
  const figure = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
  const say = (unit) => (value) => {
    const number = Array.isArray(value) ? value[value.length - 1] : value;
    return typeof number === "number" ? figure.format(number) + unit : "–";
  };

  // What depends on the width of the page, and what JSON can't hold.
  function prepared({ option, unit }, width) {
    const all = structuredClone(option);
    all.animation = false;
    all.tooltip = {
      backgroundColor: "var(--ground)", borderColor: "var(--line)", textStyle: { color: "var(--ink)", fontSize: 13 },
      confine: true, valueFormatter: say(unit), ...all.tooltip,
    };
    for (const one of [all.yAxis].flat()) {
      if (one && one.type === "category") {
        const room = Math.round(Math.min(190, width * 0.34));
        one.axisLabel = { ...one.axisLabel, width: room, overflow: "truncate" };
      }
    }
    if (all.legend) {
      const room = Math.round(Math.min(260, width * 0.4));
      all.legend = { ...all.legend, textStyle: { ...text, width: room, overflow: "truncate" }, tooltip: { show: true } };
    }
    return all;
  }

  function draw(plot) {
    const spec = specs[plot.dataset.chart];
    const width = plot.clientWidth;
    if (!spec || !width) return;
    let chart = window.echarts.getInstanceByDom(plot);
    if (chart && chart.getWidth() === width) return;
    chart = chart || window.echarts.init(plot, theme, { renderer: "svg" });
    chart.resize({ width });
    chart.setOption(prepared(spec, width), true);
    // So that it shrinks with the paper.
    const svg = plot.querySelector("svg");
    if (svg) svg.setAttribute("viewBox", `0 0 ${chart.getWidth()} ${chart.getHeight()}`);
  }

  const isPrinted = window.matchMedia("print");
  const drawAll = () => plots.forEach((plot) => isPrinted.matches || draw(plot));
  drawAll();
  new ResizeObserver(drawAll).observe(document.querySelector("main"));
  document.querySelectorAll("details").forEach((part) => part.addEventListener("toggle", drawAll));
})();
