import{D as e,S as t,T as n,_ as r,d as i,n as a,t as o,u as s,w as c}from"./decorate.js";import{h as l,m as u,n as d,p as f,t as p,u as m}from"./index.js";import{C as h,E as g,S as _,g as v,w as y,y as b}from"./picture.js";var x=e=>e.kind===`person`?e.name:m(e.agent),S=e=>{let t=v(e);return t?s(`game-${t.id}`):e},C=class extends a{constructor(...e){super(...e),this.lobby=null,this.trouble=``,this.hear=e=>{this.lobby=e},this.wireChanged=()=>this.requestUpdate()}connectedCallback(){super.connectedCallback(),d.followLobby(this.hear),d.addEventListener(`change`,this.wireChanged)}disconnectedCallback(){super.disconnectedCallback(),d.unfollowLobby(this.hear),d.removeEventListener(`change`,this.wireChanged)}async take(e){try{await u(r.name||void 0),await l(e),d.renew(),b(_(e))}catch(e){if(!(e instanceof f))throw e;this.trouble=i(e.problem.code,e.problem.message)}}render(){let{lobby:t}=this,r={...h(`connect4`),with:`watch`,agent:g(6),agent2:g(7)},i=!d.isConnected&&!t;return e`<div class="page watch">
      <h1>${s(`watch-title`)}</h1>
      <section aria-labelledby="watch-computers">
        <h2 id="watch-computers">${s(`watch-computers`)}</h2>
        <p class="quiet">${s(`watch-computers-text`)}</p>
        <div class="watch-row">
          ${[`connect4`,`gomoku`,`checkers`,`teeko`].map(t=>{let i=v(t===`gomoku`?`mnk`:t===`checkers`?`draughts-english`:t);return i?e`<a class="watch-tile" href=${y(`play`,{...r,game:i.game})}>
              <z-picture game=${t}></z-picture><span>${s(`game-${t}`)}</span></a>`:n})}
        </div>
        <p><a class="button" href=${y(`setup`,r)}>${s(`watch-set-up`)}</a></p>
      </section>
      <section aria-labelledby="watch-live">
        <h2 id="watch-live">${s(`watch-live`)}${t?e` <span class="quiet">${s(`watch-playing`,{games:t.playing,people:t.people})}</span>`:n}</h2>
        ${i?e`<p class="quiet" role="status">${s(`watch-connecting`)}</p>`:n}
        ${t&&t.live.length===0?e`<p class="quiet">${s(`watch-none`)}</p>`:n}
        <ul class="rows">
          ${t?.live.map(t=>e`<li><a class="row-link" href=${_(t.room)}>
              <strong>${S(t.game)}</strong>
              <span>${s(`versus`,{first:x(t.first),second:x(t.second)})}</span>
              <span class="quiet">${p(t.clock)}</span>
              ${t.watchers>0?e`<span class="quiet">${s(`watchers`,{count:t.watchers})}</span>`:n}
            </a></li>`)}
        </ul>
      </section>
      <section aria-labelledby="watch-seeks">
        <h2 id="watch-seeks">${s(`watch-seeks`)}</h2>
        ${this.trouble?e`<p class="trouble" role="alert">${this.trouble}</p>`:n}
        ${t&&t.seeks.length===0&&t.pools.length===0?e`<p class="quiet">${s(`watch-no-seeks`)}</p>`:n}
        <ul class="rows">
          ${t?.seeks.map(t=>e`<li><button type="button" class="row-link" @click=${()=>this.take(t.room)}>
              <strong>${S(t.game)}</strong><span>${x(t.player)}</span>
              <span class="quiet">${p(t.clock)}</span><span class="row-do">${s(`join`)}</span></button></li>`)}
          ${t?.pools.map(t=>e`<li><a class="row-link" href=${y(`setup`,{...h(t.game),with:`anyone`,clock:t.clock})}>
              <strong>${S(t.game)}</strong><span>${s(`pool-waiting`,{count:t.waiting})}</span>
              <span class="quiet">${p(t.clock)}</span><span class="row-do">${s(`join`)}</span></a></li>`)}
        </ul>
        <p><a class="button" href=${y(`setup`,{...h(),with:`anyone`})}>${s(`watch-seek`)}</a></p>
      </section>
    </div>`}};o([t()],C.prototype,`lobby`,void 0),o([t()],C.prototype,`trouble`,void 0),C=o([c(`z-watch`)],C);export{C as WatchElement};