import{D as e,n as t,t as n,u as r,w as i}from"./decorate.js";var a=class extends t{render(){return e`<div class="page about">
      <h1>${r(`about-title`)}</h1>
      <p class="lead">${r(`about-lead`)}</p>
      <p>${r(`about-name`)}</p>
      <h2>${r(`about-free-title`)}</h2>
      <p>${r(`about-free`)}</p>
      <h2>${r(`about-privacy-title`)}</h2>
      <p>${r(`about-privacy`)}</p>
      <h2>${r(`about-terminal-title`)}</h2>
      <p>${r(`about-terminal`)}</p>
      <pre tabindex="0" role="region" aria-label=${r(`about-terminal-title`)}><code>zermelo play connect4
zermelo solve connect4 --moves "4 4 4" --scores
zermelo arena run --game teeko --agent mcts --agent pvs --games 100</code></pre>
    </div>`}};a=n([i(`z-about`)],a);export{a as AboutElement};