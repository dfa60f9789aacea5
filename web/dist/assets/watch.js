import{M as e,P as t,d as n,f as r,j as i,k as a,n as o,t as s,v as c}from"./decorate.js";import{S as l,T as u,b as d,c as f,g as p,h as m,m as h,p as g,t as _,u as v,v as y,x as b,y as x}from"./index.js";var S=e=>e.kind===`person`?e.name:v(e.agent),C=e=>{let t=b(e);return t?n(`game-${t.id}`):e},w=class extends o{constructor(...e){super(...e),this.lobby=null,this.trouble=``,this.hear=e=>{this.lobby=e},this.wireChanged=()=>this.requestUpdate()}connectedCallback(){super.connectedCallback(),f.followLobby(this.hear),f.addEventListener(`change`,this.wireChanged)}disconnectedCallback(){super.disconnectedCallback(),f.unfollowLobby(this.hear),f.removeEventListener(`change`,this.wireChanged)}async take(e){try{await h(c.name||void 0),await m(e),f.renew(),p(y(e))}catch(e){if(!(e instanceof g))throw e;this.trouble=r(e.problem.code,e.problem.message)}}render(){let{lobby:r}=this,i={...x(),with:`watch`,agent:u(6),agent2:u(7)},a=!f.isConnected&&!r;return t`<div class="page watch">
      <h1>${n(`watch-title`)}</h1>
      <section aria-labelledby="watch-computers">
        <h2 id="watch-computers">${n(`watch-computers`)}</h2>
        <p class="quiet">${n(`watch-computers-text`)}</p>
        <div class="watch-row">
          ${l.slice(0,4).map(e=>t`<a class="watch-tile" href=${d(`play`,{...i,game:e.game})}>
              <z-picture game=${e.id}></z-picture><span>${n(`game-${e.id}`)}</span></a>`)}
        </div>
        <p><a class="button" href=${d(`setup`,i)}>${n(`watch-set-up`)}</a></p>
      </section>
      <section aria-labelledby="watch-live">
        <h2 id="watch-live">${n(`watch-live`)}${r?t` <span class="quiet">${n(`watch-playing`,{games:r.playing,people:r.people})}</span>`:e}</h2>
        ${a?t`<p class="quiet" role="status">${n(`watch-connecting`)}</p>`:e}
        ${r&&r.live.length===0?t`<p class="quiet">${n(`watch-none`)}</p>`:e}
        <ul class="rows">
          ${r?.live.map(r=>t`<li><a class="row-link" href=${y(r.room)}>
              <strong>${C(r.game)}</strong>
              <span>${n(`versus`,{first:S(r.first),second:S(r.second)})}</span>
              <span class="quiet">${_(r.clock)}</span>
              ${r.watchers>0?t`<span class="quiet">${n(`watchers`,{count:r.watchers})}</span>`:e}
            </a></li>`)}
        </ul>
      </section>
      <section aria-labelledby="watch-seeks">
        <h2 id="watch-seeks">${n(`watch-seeks`)}</h2>
        ${this.trouble?t`<p class="trouble" role="alert">${this.trouble}</p>`:e}
        ${r&&r.seeks.length===0&&r.pools.length===0?t`<p class="quiet">${n(`watch-no-seeks`)}</p>`:e}
        <ul class="rows">
          ${r?.seeks.map(e=>t`<li><button type="button" class="row-link" @click=${()=>this.take(e.room)}>
              <strong>${C(e.game)}</strong><span>${S(e.player)}</span>
              <span class="quiet">${_(e.clock)}</span><span class="row-do">${n(`join`)}</span></button></li>`)}
          ${r?.pools.map(e=>t`<li><a class="row-link" href=${d(`setup`,{...x(e.game),with:`anyone`,clock:e.clock})}>
              <strong>${C(e.game)}</strong><span>${n(`pool-waiting`,{count:e.waiting})}</span>
              <span class="quiet">${_(e.clock)}</span><span class="row-do">${n(`join`)}</span></a></li>`)}
        </ul>
        <p><a class="button" href=${d(`setup`,{...x(),with:`anyone`})}>${n(`watch-seek`)}</a></p>
      </section>
    </div>`}};s([a()],w.prototype,`lobby`,void 0),s([a()],w.prototype,`trouble`,void 0),w=s([i(`z-watch`)],w);export{w as WatchElement};