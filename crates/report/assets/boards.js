"use strict";
// Boards as small pictures, from the cells and what stands on them. One drawing for each kind of board; no colours of its own.
const boards = (() => {
  const NS = "http://www.w3.org/2000/svg";
  let board, sides, planes, across, width, height, slant;

  function start(data) {
    board = data.board;
    sides = data.sides;
    planes = board.size[2];
    across = planes > 1 ? Math.ceil(Math.sqrt(planes * 1.2)) : 1;
    slant = board.kind === "hexagons" ? 5 : 0;
    width = board.size[0] * 10 + (board.size[1] - 1) * slant;
    height = board.size[1] * 10;
  }

  const gap = 6;
  const rows = () => Math.ceil(planes / across);
  const size = margin => [across * (width + gap) - gap + margin, rows() * (height + gap) - gap + margin];

  // How far a row lies to the right of the top row.
  const shift = y => (board.size[1] - 1 - y) * slant;

  // Where a cell's middle lies.
  function middle([x, y, z]) {
    return [(z % across) * (width + gap) + shift(y) + x * 10 + 5, Math.floor(z / across) * (height + gap) + (board.size[1] - 1 - y) * 10 + 5];
  }

  function ground() {
    const all = board.cells.map(cell => ({ at: middle(cell.at), cell }));
    const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    let plates = "";
    for (let z = 0; z < planes; z++) {
      const [x, y] = [(z % across) * (width + gap), Math.floor(z / across) * (height + gap)];
      plates += `<rect class="plate" x="${x}" y="${y}" width="${width}" height="${height}" rx="1.5"/>`;
    }
    if (board.kind === "chequered") {
      const dark = all.map(({ at: [x, y] }) => `M${x - 5} ${y - 5}h10v10h-10z`).join("");
      return plates + `<path class="dark" d="${dark}"/>`;
    }
    if (board.kind === "hexagons") {
      const lines = all.map(({ at: [x, y] }) => `M${x - 5} ${y - 3.3}l5 -3.4l5 3.4v6.6l-5 3.4l-5 -3.4z`).join("");
      return `<path class="rule" d="${lines}"/>`;
    }
    if (board.kind === "points") {
      const has = new Set(board.cells.map(cell => cell.at.join()));
      let lines = "";
      for (const { at: [x, y], cell: { at: [cx, cy] } } of all)
        for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]])
          if (has.has([cx + dx, cy + dy, 0].join())) lines += `M${x} ${y}l${dx * 10} ${-dy * 10}`;
      return plates + `<path class="rule" d="${lines}"/><path class="hole" d="${all.map(({ at }) => circle(...at, 2.4)).join("")}"/>`;
    }
    if (board.kind === "grid") {
      let lines = "";
      for (let x = 1; x < board.size[0]; x++) lines += `M${x * 10} 0v${height}`;
      for (let y = 1; y < board.size[1]; y++) lines += `M0 ${y * 10}h${width}`;
      return plates + `<path class="rule" d="${lines}"/>`;
    }
    return plates + `<path class="hole" d="${all.map(({ at }) => circle(...at, board.kind === "upright" ? 4 : 3)).join("")}"/>`;
  }

  function piece(sign, x, y) {
    const side = sign.toLowerCase() === "a" ? 0 : 1;
    const mark = board.kind === "grid" && sides[side].mark.toLowerCase();
    if (mark === "x") return `<path class="stroke s${side}" d="M${x - 2.8} ${y - 2.8}l5.6 5.6m0 -5.6l-5.6 5.6"/>`;
    if (mark === "o") return `<circle class="stroke s${side}" cx="${x}" cy="${y}" r="3"/>`;
    // The first side has a ring, the second a cross, a king a crown's line.
    const inner = side === 0
      ? `<circle class="engraved" cx="${x}" cy="${y}" r="2"/>`
      : `<path class="engraved" d="M${x - 1.6} ${y - 1.6}l3.2 3.2m0 -3.2l-3.2 3.2"/>`;
    const crown = sign === sign.toUpperCase() ? `${inner}<path class="crown" d="M${x - 2.6} ${y - 1.4}l.9 -1.5l.9 1.2l.8 -1.6l.8 1.6l.9 -1.2l.9 1.5z"/>` : inner;
    return `<g class="s${side} ${sides[side].id}"><circle class="piece" cx="${x}" cy="${y}" r="3.9"/>${crown}</g>`;
  }

  function names() {
    let text = "";
    for (let z = 0; z < planes; z++) {
      const [x, y] = [(z % across) * (width + gap), Math.floor(z / across) * (height + gap)];
      if (planes === 1) {
        board.columns.forEach((name, at) => { text += `<text x="${shift(-1) + at * 10 + 5}" y="${height + 6.5}">${name}</text>`; });
        board.rows.forEach((name, at) => { text += `<text x="${shift(at) - 4}" y="${height - at * 10 - 3.6}">${name}</text>`; });
      } else if (board.planes[z]) text += `<text x="${x + width / 2}" y="${y - 1}">${board.planes[z]}</text>`;
    }
    return text;
  }

  // The picture of a node's board, as an element. `large`: with the names of columns and rows.
  function draw(node, large) {
    let marks = "";
    let pieces = "";
    for (const at of node.path || []) {
      const [x, y] = middle(board.cells[at].at);
      marks += `<rect class="last" x="${x - 4.75}" y="${y - 4.75}" width="9.5" height="9.5" rx="2"/>`;
    }
    for (let at = 0; at < node.cells.length; at++)
      if (node.cells[at] !== ".") pieces += piece(node.cells[at], ...middle(board.cells[at].at));
    for (const at of node.line || []) {
      const [x, y] = middle(board.cells[at].at);
      pieces += `<circle class="won" cx="${x}" cy="${y}" r="4.4"/>`;
    }
    const margin = large ? 16 : 2;
    const [w, h] = size(margin);
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", `${large ? -9 : -1} ${large ? -7 : -1} ${w} ${h}`);
    svg.setAttribute("class", `picture ${board.kind}`);
    svg.setAttribute("aria-hidden", "true");
    svg.style.setProperty("--ratio", w / h);
    // Only numbers and the game's own names of columns and rows are in here.
    svg.innerHTML = `${ground()}${marks}${pieces}${large ? names() : ""}`;
    return svg;
  }

  return { start, draw, ratio: () => { const [w, h] = size(2); return w / h; } };
})();
