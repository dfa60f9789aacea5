import{C as e,D as t,S as n,T as r,_ as i,d as a,m as o,n as s,t as c,u as l,w as u}from"./decorate.js";import{c as d,h as f,l as p,m,n as h,o as g,p as _,r as v,u as y}from"./index.js";import{A as b,C as x,E as S,O as C,S as w,T,_ as E,b as D,g as O,h as k}from"./picture.js";var A=[`minimax`,`alphabeta`,`pvs`,`flat-mc`,`mcts`,`solver`,`random`],j=new Set([`connect4`,`tictactoe`,`teeko`]),M=[`100ms`,`500ms`,`1s`,`3s`],N=[`100`,`1000`,`10000`,`50000`];function P(e){switch(e){case`minimax`:return`minimax:depth=3`;case`alphabeta`:return`alphabeta:depth=4`;case`pvs`:return`pvs:time=1s`;case`flat-mc`:return`flat-mc:playouts=1000`;case`mcts`:return`mcts:playouts=1000`;case`solver`:case`random`:return e}}function F(e,n,i,a,o){let[s,c]=C(n),u=(e,t)=>i(b(s,{...c,[e]:t})),p=(e,t)=>{let{depth:n,time:r,nodes:a,playouts:o,...l}=c;i(b(s,{[e]:t,...l}))},h=S(n)!==null,g=A.filter(t=>t!==`solver`||e&&j.has(e.id)),v=[`minimax`,`alphabeta`,`pvs`].includes(s),y=[`flat-mc`,`mcts`].includes(s);return t`<div class="agent">
    ${d(S(n),e=>i(T(e)),`${a}-level`,o)}
    <details class="more" ?open=${!h}>
      <summary>${f(`more`)}${l(`algorithm-more`)}</summary>
      ${_(`${a}-algorithm`,l(`algorithm`),g.map(e=>[e,l(`algorithm-${e}`)]),h?``:s,e=>i(P(e)))}
      ${h?r:t`<p class="quiet">${l(`algorithm-${A.includes(s)?s:`other`}-help`)}</p>`}
      ${v?t`${_(`${a}-depth`,l(`search-depth`),[`1`,`2`,`3`,`4`,`5`,`6`,`8`,`10`].map(e=>[e,e]),c.depth??``,e=>p(`depth`,e))}
            ${_(`${a}-time`,l(`search-time`),M.map(e=>[e,l(`time-value`,{time:e.replace(`ms`,` ms`).replace(/(\d)s$/,`$1 s`)})]),c.time??``,e=>p(`time`,e))}`:r}
      ${y?_(`${a}-playouts`,l(`playouts`),N.map(e=>[e,e]),c.playouts??``,e=>p(`playouts`,e)):r}
      <div class="switches">
        ${s===`minimax`||s===`alphabeta`?m(l(`switch-alphabeta`),s===`alphabeta`,e=>i(b(e?`alphabeta`:`minimax`,c))):r}
        ${[`minimax`,`alphabeta`,`flat-mc`,`mcts`,`pvs`].includes(s)?m(l(`switch-threads`),c.threads!==void 0&&c.threads!==`1`,e=>u(`threads`,e?`2`:``)):r}
      </div>
      ${h?r:t`<p class="quiet spec"><code>${n}</code></p>`}
    </details>
  </div>`}var I=[`none`,`60+0`,`180+2`,`300+3`,`600+5`,`move=30`,`days=3`],L=class extends s{constructor(...e){super(...e),this.setup=w(),this.busy=!1,this.trouble=``,this.copied=!1}set(e){if(this.setup={...this.setup,...e},e.agent!==void 0){let t=S(e.agent);t!==null&&o(`level`,t)}this.trouble=``,D(x(`setup`,this.setup))}async start(e){if(e.preventDefault(),!this.busy){this.busy=!0;try{await g({...this.setup,moves:this.setup.moves})}catch(e){if(!(e instanceof y))throw e;this.trouble=a(e.problem.code,e.problem.message)}finally{this.busy=!1}}}choose(e){this.set({game:e.game,moves:[],start:``})}render(){let{setup:e}=this,n=k(e.game);return t`<div class="page setup">
      <h1>${l(`setup-title`)}</h1>
      <form @submit=${this.start}>
        <fieldset class="game-choices">
          <legend>${l(`setup-game`)}</legend>
          <div class="game-row">
            ${O.map(e=>t`<label class="game-choice">
                <input type="radio" name="game" value=${e.id} .checked=${n?.id===e.id} @change=${()=>this.choose(e)} />
                <span class="game-face"><z-picture game=${e.id} still></z-picture><span>${l(`game-${e.id}`)}</span></span>
              </label>`)}
          </div>
        </fieldset>
        ${n?this.params(n):t`<p class="trouble">${l(`setup-unknown-game`,{game:e.game})}</p>`}
        ${_(`with`,l(`home-against`),[`computer`,`here`,`friend`,`anyone`,`watch`].map(e=>[e,p(e)]),e.with,e=>this.set({with:e}))}
        <p class="quiet">${l(`with-${e.with}-help`)}</p>
        ${e.with===`computer`?F(n,e.agent,e=>this.set({agent:e}),`agent`,l(`level`)):r}
        ${e.with===`watch`?this.watchers(n):r}
        ${e.with===`computer`||e.with===`friend`?_(`side`,l(`setup-side`),[[`first`,l(`side-first`)],[`second`,l(`side-second`)],[`random`,l(`side-random`)]],e.side,e=>this.set({side:e})):r}
        ${e.with===`computer`||e.with===`friend`||e.with===`anyone`?_(`clock`,l(`setup-clock`),I.map(e=>[e,v(e)]),e.clock,e=>this.set({clock:e})):r}
        ${e.with===`friend`||e.with===`anyone`?t`<label class="field"><span>${l(`setup-name`)}</span>
                <input maxlength="20" autocomplete="nickname" .value=${i.name} @change=${e=>o(`name`,e.target.value.trim())} /></label>`:r}
        <details class="more" ?open=${e.start!==``||e.moves.length>0}>
          <summary>${f(`more`)}${l(`setup-position`)}</summary>
          <label class="field"><span>${l(`setup-start`)}</span>
            <input spellcheck="false" .value=${e.start} @change=${e=>this.set({start:e.target.value.trim()})} /></label>
          <label class="field"><span>${l(`setup-moves`)}</span>
            <input spellcheck="false" .value=${e.moves.join(` `)} @change=${e=>this.set({moves:e.target.value.split(/[\s,]+/).filter(Boolean)})} /></label>
        </details>
        ${this.trouble?t`<p class="trouble" role="alert">${this.trouble}</p>`:r}
        <div class="buttons start-row">
          <button type="submit" class="primary big" ?disabled=${this.busy}>${e.with===`watch`?l(`start-watching`):e.with===`friend`?l(`start-friend`):e.with===`anyone`?l(`start-anyone`):l(`play`)}</button>
          <button type="button" @click=${async()=>{this.copied=await h(location.href)}}>${f(`link`)}${this.copied?l(`copied`):l(`copy-set-up`)}</button>
        </div>
      </form>
    </div>`}params(e){if(e.params.length===0)return r;let[,n]=C(this.setup.game),i=(t,r)=>this.set({game:E(e,{...n,[t]:r}),moves:[],start:``});return t`<div class="params">${e.params.map(e=>{let r=n[e.key]??String(e.default);if(e.kind===`choice`)return _(e.key,l(`param-${e.key}`),e.options.map(t=>[t,l(`param-${e.key}-${t}`)]),r,t=>i(e.key,t));let a=e.step??1,o=Number(r),s=t=>i(e.key,String(Math.min(e.max,Math.max(e.min,t))));return t`<div class="stepper" role="group" aria-label=${l(`param-${e.key}`)}>
        <span>${l(`param-${e.key}`)}</span>
        <button type="button" aria-label=${l(`less`)} ?disabled=${o<=e.min} @click=${()=>s(o-a)}>−</button>
        <output>${r}</output>
        <button type="button" aria-label=${l(`more`)} ?disabled=${o>=e.max} @click=${()=>s(o+a)}>+</button>
      </div>`})}</div>`}watchers(e){let{setup:n}=this;return t`<div class="two">
        <div>${F(e,n.agent,e=>this.set({agent:e}),`agent`,l(`watch-first`))}</div>
        <div>${F(e,n.agent2,e=>this.set({agent2:e}),`agent2`,l(`watch-second`))}</div>
      </div>
      <div class="switches">
        ${m(l(`endless`),n.endless,e=>this.set({endless:e}))}
        ${m(l(`random-first`),n.random,e=>this.set({random:e}))}
      </div>`}};c([e({attribute:!1})],L.prototype,`setup`,void 0),c([n()],L.prototype,`busy`,void 0),c([n()],L.prototype,`trouble`,void 0),c([n()],L.prototype,`copied`,void 0),L=c([u(`z-setup`)],L);export{L as SetupElement};