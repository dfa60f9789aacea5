import{A as e,M as t,P as n,S as r,T as i,d as a,f as o,h as s,j as c,k as l,n as u,t as d,v as f,x as p}from"./decorate.js";import{A as m,C as h,D as g,E as _,M as v,O as y,S as b,T as x,_ as S,b as C,d as w,f as T,i as E,j as D,k as O,l as k,n as A,p as j,r as M,s as N,t as P,w as F,x as I,y as L}from"./index.js";var R=r.filter(e=>e.offer!==void 0),z=[`100ms`,`500ms`,`1s`,`3s`],B=[`100`,`1000`,`10000`,`50000`];function V(e,r,o,s,c){let[l,u]=g(r),d=(e,t)=>o(y(l,{...u,[e]:t})),f=(e,t)=>{let{depth:n,time:r,nodes:i,playouts:a,...s}=u;o(y(l,{[e]:t,...s}))},h=_(r)!==null,v=R.map(({name:e})=>e).filter(t=>t!==`solver`||(e?.solved??!1)),b=i(l,`depth`),S=i(l,`playouts`);return n`<div class="agent">
    ${w(_(r),e=>o(x(e)),`${s}-level`,c)}
    <details class="more" ?open=${!h}>
      <summary>${D(`more`)}${a(`algorithm-more`)}</summary>
      ${O(`${s}-algorithm`,a(`algorithm`),v.map(e=>[e,a(`algorithm-${e}`)]),h?``:l,e=>o(p(e)?.offer??e))}
      ${h?t:n`<p class="quiet">${a(`algorithm-${v.includes(l)?l:`other`}-help`)}</p>`}
      ${b?n`${O(`${s}-depth`,a(`search-depth`),[`1`,`2`,`3`,`4`,`5`,`6`,`8`,`10`].map(e=>[e,e]),u.depth??``,e=>f(`depth`,e))}
            ${O(`${s}-time`,a(`search-time`),z.map(e=>[e,a(`time-value`,{time:e.replace(`ms`,` ms`).replace(/(\d)s$/,`$1 s`)})]),u.time??``,e=>f(`time`,e))}`:t}
      ${S?O(`${s}-playouts`,a(`playouts`),B.map(e=>[e,e]),u.playouts??``,e=>f(`playouts`,e)):t}
      <div class="switches">
        ${l===`minimax`||l===`alphabeta`?m(a(`switch-alphabeta`),l===`alphabeta`,e=>o(y(e?`alphabeta`:`minimax`,u))):t}
        ${i(l,`threads`)?m(a(`switch-threads`),u.threads!==void 0&&u.threads!==`1`,e=>d(`threads`,e?`2`:``)):t}
      </div>
      ${h?t:n`<p class="quiet spec"><code>${r}</code></p>`}
    </details>
  </div>`}var H=class extends u{constructor(...e){super(...e),this.trouble=``,this.detail=``,this.note=``}async read(e){this.trouble=this.detail=this.note=``,e.trim()!==``&&(new Blob([e]).size>1048576?this.trouble=a(`bring-too-large`):await this.send(e))}async send(e){try{let t=await M(e);this.note=a(`bring-done`,{count:t.count,moves:t.moves.length}).trim(),v(this.note),this.dispatchEvent(new CustomEvent(`brought`,{detail:t}))}catch(e){if(!(e instanceof j))throw e;let{code:t,message:n}=e.problem;this.trouble=e.isLost?a(`no-answer`):o(t,n),this.detail=e.isLost||n===this.trouble?``:n}}async open(e){let t=e.target,n=t.files?.[0];t.value=``,n&&await this.read(await n.slice(0,A+1).text())}render(){return n`<div class="bring">
      <label class="field"><span>${a(`bring-text`)}</span>
        <textarea rows="2" spellcheck="false" @change=${e=>this.read(e.target.value)}></textarea></label>
      <label class="button file">${a(`bring-file`)}<input type="file" accept=".jsonl,.json,.csv,.pdn,.txt,text/*" @change=${this.open} /></label>
      ${this.note?n`<p class="quiet">${this.note}</p>`:t}
      ${this.trouble?n`<p class="trouble" role="alert">${this.trouble}</p>`:t}
      ${this.detail?n`<p class="quiet">${this.detail}</p>`:t}
    </div>`}};d([l()],H.prototype,`trouble`,void 0),d([l()],H.prototype,`detail`,void 0),d([l()],H.prototype,`note`,void 0),H=d([c(`z-bring`)],H);var U=[`none`,`60+0`,`180+2`,`300+3`,`600+5`,`move=30`,`days=3`],W=U.filter(e=>!e.startsWith(`days=`)),G=class extends u{constructor(...e){super(...e),this.setup=L(),this.busy=!1,this.trouble=``,this.copied=!1}set(e){this.setup={...this.setup,...e};let{clock:t}=this.setup;if(this.setup.with===`here`&&!W.includes(t)&&!k(t)&&(this.setup.clock=`none`),e.agent!==void 0){let t=_(e.agent);t!==null&&s(`level`,t)}this.trouble=``,S(C(`setup`,this.setup))}async start(e){if(e.preventDefault(),!this.busy){this.busy=!0;try{await N({...this.setup,moves:this.setup.moves})}catch(e){if(!(e instanceof j))throw e;this.trouble=o(e.problem.code,e.problem.message)}finally{this.busy=!1}}}choose(e){this.set({game:e.game,moves:[],start:``})}render(){let{setup:e}=this,r=I(e.game);return n`<div class="page setup">
      <h1>${a(`setup-title`)}</h1>
      <form @submit=${this.start}>
        <fieldset class="game-choices">
          <legend>${a(`setup-game`)}</legend>
          <div class="game-row">
            ${b.map(e=>n`<label class="game-choice">
                <input type="radio" name="game" value=${e.id} .checked=${r?.id===e.id} @change=${()=>this.choose(e)} />
                <span class="game-face"><z-picture game=${e.id} still></z-picture><span>${a(`game-${e.id}`)}</span></span>
              </label>`)}
          </div>
        </fieldset>
        ${r?this.params(r):n`<p class="trouble">${a(`setup-unknown-game`,{game:e.game})}</p>`}
        ${O(`with`,a(`home-against`),[`computer`,`here`,`friend`,`anyone`,`watch`].map(e=>[e,T(e)]),e.with,e=>this.set({with:e}))}
        <p class="quiet">${a(`with-${e.with}-help`)}</p>
        ${e.with===`computer`?V(r,e.agent,e=>this.set({agent:e}),`agent`,a(`level`)):t}
        ${e.with===`watch`?this.watchers(r):t}
        ${e.with===`computer`||e.with===`friend`?O(`side`,a(`setup-side`),[[`first`,a(`side-first`)],[`second`,a(`side-second`)],[`random`,a(`side-random`)]],e.side,e=>this.set({side:e})):t}
        ${e.with===`watch`?t:O(`clock`,a(`setup-clock`),this.clocks.map(e=>[e,P(e)]),e.clock,e=>this.set({clock:e}))}
        ${e.with===`friend`||e.with===`anyone`?n`<label class="field"><span>${a(`setup-name`)}</span>
                <input maxlength="20" autocomplete="nickname" .value=${f.name} @change=${e=>s(`name`,e.target.value.trim())} /></label>`:t}
        <details class="more" ?open=${e.start!==``||e.moves.length>0}>
          <summary>${D(`more`)}${a(`setup-position`)}</summary>
          <label class="field"><span>${a(`setup-start`)}</span>
            <input spellcheck="false" .value=${e.start} @change=${e=>this.set({start:e.target.value.trim()})} /></label>
          <label class="field"><span>${a(`setup-moves`)}</span>
            <input spellcheck="false" .value=${e.moves.join(` `)} @change=${e=>this.set({moves:e.target.value.split(/[\s,]+/).filter(Boolean)})} /></label>
          <z-bring @brought=${({detail:{game:e,start:t,moves:n}})=>this.set({game:e,start:t,moves:n})}></z-bring>
        </details>
        ${this.trouble?n`<p class="trouble" role="alert">${this.trouble}</p>`:t}
        <div class="buttons start-row">
          <button type="submit" class="primary big" ?disabled=${this.busy}>${e.with===`watch`?a(`start-watching`):e.with===`friend`?a(`start-friend`):e.with===`anyone`?a(`start-anyone`):a(`play`)}</button>
          <button type="button" @click=${async()=>{this.copied=await E(location.href)}}>${D(`link`)}${this.copied?a(`copied`):a(`copy-set-up`)}</button>
        </div>
      </form>
    </div>`}get clocks(){let{clock:e,with:t}=this.setup,n=t===`here`?W:U;return n.includes(e)||!k(e)?n:[...n,e]}params(e){if(e.params.length===0)return t;let r=h(this.setup.game),i=(t,n)=>this.set({game:F(e,{...r,[t]:n}),moves:[],start:``});return n`<div class="params">${e.params.map(e=>{let t=r[e.key]??``;if(e.kind===`choice`)return O(e.key,a(`param-${e.key}`),e.options.map(t=>[t,a(`param-${e.key}-${t}`)]),t,t=>i(e.key,t));let{step:o}=e,s=Number(t),c=t=>i(e.key,String(Math.min(e.max,Math.max(e.min,t))));return n`<div class="stepper" role="group" aria-label=${a(`param-${e.key}`)}>
        <span>${a(`param-${e.key}`)}</span>
        <button type="button" aria-label=${a(`less`)} ?disabled=${s<=e.min} @click=${()=>c(s-o)}>−</button>
        <output>${t}</output>
        <button type="button" aria-label=${a(`more`)} ?disabled=${s>=e.max} @click=${()=>c(s+o)}>+</button>
      </div>`})}</div>`}watchers(e){let{setup:t}=this;return n`<div class="two">
        <div>${V(e,t.agent,e=>this.set({agent:e}),`agent`,a(`watch-first`))}</div>
        <div>${V(e,t.agent2,e=>this.set({agent2:e}),`agent2`,a(`watch-second`))}</div>
      </div>
      <div class="switches">
        ${m(a(`endless`),t.endless,e=>this.set({endless:e}))}
        ${m(a(`random-first`),t.random,e=>this.set({random:e}))}
      </div>`}};d([e({attribute:!1})],G.prototype,`setup`,void 0),d([l()],G.prototype,`busy`,void 0),d([l()],G.prototype,`trouble`,void 0),d([l()],G.prototype,`copied`,void 0),G=d([c(`z-setup`)],G);export{G as SetupElement};