import{C as e,D as t,S as n,T as r,_ as i,d as a,m as o,n as s,t as c,u as l,w as u}from"./decorate.js";import{_ as d,a as f,c as p,d as m,f as h,g,i as _,l as v,p as y,r as b,t as x,v as S,y as C}from"./index.js";import{C as w,D as T,E,_ as D,g as O,j as k,k as A,v as j,w as M,x as N}from"./picture.js";var P=[`minimax`,`alphabeta`,`pvs`,`flat-mc`,`mcts`,`solver`,`random`],F=new Set([`connect4`,`tictactoe`,`teeko`]),I=[`100ms`,`500ms`,`1s`,`3s`],L=[`100`,`1000`,`10000`,`50000`];function R(e){switch(e){case`minimax`:return`minimax:depth=3`;case`alphabeta`:return`alphabeta:depth=4`;case`pvs`:return`pvs:time=1s`;case`flat-mc`:return`flat-mc:playouts=1000`;case`mcts`:return`mcts:playouts=1000`;case`solver`:case`random`:return e}}function z(e,n,i,a,o){let[s,c]=A(n),u=(e,t)=>i(k(s,{...c,[e]:t})),f=(e,t)=>{let{depth:n,time:r,nodes:a,playouts:o,...l}=c;i(k(s,{[e]:t,...l}))},p=T(n)!==null,h=P.filter(t=>t!==`solver`||e&&F.has(e.id)),_=[`minimax`,`alphabeta`,`pvs`].includes(s),v=[`flat-mc`,`mcts`].includes(s);return t`<div class="agent">
    ${m(T(n),e=>i(E(e)),`${a}-level`,o)}
    <details class="more" ?open=${!p}>
      <summary>${S(`more`)}${l(`algorithm-more`)}</summary>
      ${g(`${a}-algorithm`,l(`algorithm`),h.map(e=>[e,l(`algorithm-${e}`)]),p?``:s,e=>i(R(e)))}
      ${p?r:t`<p class="quiet">${l(`algorithm-${P.includes(s)?s:`other`}-help`)}</p>`}
      ${_?t`${g(`${a}-depth`,l(`search-depth`),[`1`,`2`,`3`,`4`,`5`,`6`,`8`,`10`].map(e=>[e,e]),c.depth??``,e=>f(`depth`,e))}
            ${g(`${a}-time`,l(`search-time`),I.map(e=>[e,l(`time-value`,{time:e.replace(`ms`,` ms`).replace(/(\d)s$/,`$1 s`)})]),c.time??``,e=>f(`time`,e))}`:r}
      ${v?g(`${a}-playouts`,l(`playouts`),L.map(e=>[e,e]),c.playouts??``,e=>f(`playouts`,e)):r}
      <div class="switches">
        ${s===`minimax`||s===`alphabeta`?d(l(`switch-alphabeta`),s===`alphabeta`,e=>i(k(e?`alphabeta`:`minimax`,c))):r}
        ${[`minimax`,`alphabeta`,`flat-mc`,`mcts`,`pvs`].includes(s)?d(l(`switch-threads`),c.threads!==void 0&&c.threads!==`1`,e=>u(`threads`,e?`2`:``)):r}
      </div>
      ${p?r:t`<p class="quiet spec"><code>${n}</code></p>`}
    </details>
  </div>`}var B=class extends s{constructor(...e){super(...e),this.trouble=``,this.detail=``,this.note=``}async read(e){this.trouble=this.detail=this.note=``,e.trim()!==``&&(new Blob([e]).size>1048576?this.trouble=l(`bring-too-large`):await this.send(e))}async send(e){try{let t=await _(e);this.note=l(`bring-done`,{count:t.count,moves:t.moves.length}).trim(),C(this.note),this.dispatchEvent(new CustomEvent(`brought`,{detail:t}))}catch(e){if(!(e instanceof y))throw e;let{code:t,message:n}=e.problem;this.trouble=e.isLost?l(`no-answer`):a(t,n),this.detail=e.isLost||n===this.trouble?``:n}}async open(e){let t=e.target,n=t.files?.[0];t.value=``,n&&await this.read(await n.slice(0,b+1).text())}render(){return t`<div class="bring">
      <label class="field"><span>${l(`bring-text`)}</span>
        <textarea rows="2" spellcheck="false" @change=${e=>this.read(e.target.value)}></textarea></label>
      <label class="button file">${l(`bring-file`)}<input type="file" accept=".jsonl,.json,.csv,.pdn,.txt,text/*" @change=${this.open} /></label>
      ${this.note?t`<p class="quiet">${this.note}</p>`:r}
      ${this.trouble?t`<p class="trouble" role="alert">${this.trouble}</p>`:r}
      ${this.detail?t`<p class="quiet">${this.detail}</p>`:r}
    </div>`}};c([n()],B.prototype,`trouble`,void 0),c([n()],B.prototype,`detail`,void 0),c([n()],B.prototype,`note`,void 0),B=c([u(`z-bring`)],B);var V=[`none`,`60+0`,`180+2`,`300+3`,`600+5`,`move=30`,`days=3`],H=V.filter(e=>!e.startsWith(`days=`)),U=class extends s{constructor(...e){super(...e),this.setup=w(),this.busy=!1,this.trouble=``,this.copied=!1}set(e){this.setup={...this.setup,...e};let{clock:t}=this.setup;if(this.setup.with===`here`&&!H.includes(t)&&!v(t)&&(this.setup.clock=`none`),e.agent!==void 0){let t=T(e.agent);t!==null&&o(`level`,t)}this.trouble=``,N(M(`setup`,this.setup))}async start(e){if(e.preventDefault(),!this.busy){this.busy=!0;try{await p({...this.setup,moves:this.setup.moves})}catch(e){if(!(e instanceof y))throw e;this.trouble=a(e.problem.code,e.problem.message)}finally{this.busy=!1}}}choose(e){this.set({game:e.game,moves:[],start:``})}render(){let{setup:e}=this,n=O(e.game);return t`<div class="page setup">
      <h1>${l(`setup-title`)}</h1>
      <form @submit=${this.start}>
        <fieldset class="game-choices">
          <legend>${l(`setup-game`)}</legend>
          <div class="game-row">
            ${D.map(e=>t`<label class="game-choice">
                <input type="radio" name="game" value=${e.id} .checked=${n?.id===e.id} @change=${()=>this.choose(e)} />
                <span class="game-face"><z-picture game=${e.id} still></z-picture><span>${l(`game-${e.id}`)}</span></span>
              </label>`)}
          </div>
        </fieldset>
        ${n?this.params(n):t`<p class="trouble">${l(`setup-unknown-game`,{game:e.game})}</p>`}
        ${g(`with`,l(`home-against`),[`computer`,`here`,`friend`,`anyone`,`watch`].map(e=>[e,h(e)]),e.with,e=>this.set({with:e}))}
        <p class="quiet">${l(`with-${e.with}-help`)}</p>
        ${e.with===`computer`?z(n,e.agent,e=>this.set({agent:e}),`agent`,l(`level`)):r}
        ${e.with===`watch`?this.watchers(n):r}
        ${e.with===`computer`||e.with===`friend`?g(`side`,l(`setup-side`),[[`first`,l(`side-first`)],[`second`,l(`side-second`)],[`random`,l(`side-random`)]],e.side,e=>this.set({side:e})):r}
        ${e.with===`watch`?r:g(`clock`,l(`setup-clock`),this.clocks.map(e=>[e,x(e)]),e.clock,e=>this.set({clock:e}))}
        ${e.with===`friend`||e.with===`anyone`?t`<label class="field"><span>${l(`setup-name`)}</span>
                <input maxlength="20" autocomplete="nickname" .value=${i.name} @change=${e=>o(`name`,e.target.value.trim())} /></label>`:r}
        <details class="more" ?open=${e.start!==``||e.moves.length>0}>
          <summary>${S(`more`)}${l(`setup-position`)}</summary>
          <label class="field"><span>${l(`setup-start`)}</span>
            <input spellcheck="false" .value=${e.start} @change=${e=>this.set({start:e.target.value.trim()})} /></label>
          <label class="field"><span>${l(`setup-moves`)}</span>
            <input spellcheck="false" .value=${e.moves.join(` `)} @change=${e=>this.set({moves:e.target.value.split(/[\s,]+/).filter(Boolean)})} /></label>
          <z-bring @brought=${({detail:{game:e,start:t,moves:n}})=>this.set({game:e,start:t,moves:n})}></z-bring>
        </details>
        ${this.trouble?t`<p class="trouble" role="alert">${this.trouble}</p>`:r}
        <div class="buttons start-row">
          <button type="submit" class="primary big" ?disabled=${this.busy}>${e.with===`watch`?l(`start-watching`):e.with===`friend`?l(`start-friend`):e.with===`anyone`?l(`start-anyone`):l(`play`)}</button>
          <button type="button" @click=${async()=>{this.copied=await f(location.href)}}>${S(`link`)}${this.copied?l(`copied`):l(`copy-set-up`)}</button>
        </div>
      </form>
    </div>`}get clocks(){let{clock:e,with:t}=this.setup,n=t===`here`?H:V;return n.includes(e)||!v(e)?n:[...n,e]}params(e){if(e.params.length===0)return r;let[,n]=A(this.setup.game),i=(t,r)=>this.set({game:j(e,{...n,[t]:r}),moves:[],start:``});return t`<div class="params">${e.params.map(e=>{let r=n[e.key]??String(e.default);if(e.kind===`choice`)return g(e.key,l(`param-${e.key}`),e.options.map(t=>[t,l(`param-${e.key}-${t}`)]),r,t=>i(e.key,t));let a=e.step??1,o=Number(r),s=t=>i(e.key,String(Math.min(e.max,Math.max(e.min,t))));return t`<div class="stepper" role="group" aria-label=${l(`param-${e.key}`)}>
        <span>${l(`param-${e.key}`)}</span>
        <button type="button" aria-label=${l(`less`)} ?disabled=${o<=e.min} @click=${()=>s(o-a)}>−</button>
        <output>${r}</output>
        <button type="button" aria-label=${l(`more`)} ?disabled=${o>=e.max} @click=${()=>s(o+a)}>+</button>
      </div>`})}</div>`}watchers(e){let{setup:n}=this;return t`<div class="two">
        <div>${z(e,n.agent,e=>this.set({agent:e}),`agent`,l(`watch-first`))}</div>
        <div>${z(e,n.agent2,e=>this.set({agent2:e}),`agent2`,l(`watch-second`))}</div>
      </div>
      <div class="switches">
        ${d(l(`endless`),n.endless,e=>this.set({endless:e}))}
        ${d(l(`random-first`),n.random,e=>this.set({random:e}))}
      </div>`}};c([e({attribute:!1})],U.prototype,`setup`,void 0),c([n()],U.prototype,`busy`,void 0),c([n()],U.prototype,`trouble`,void 0),c([n()],U.prototype,`copied`,void 0),U=c([u(`z-setup`)],U);export{U as SetupElement};