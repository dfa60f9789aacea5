import{A as e,I as t,M as n,P as r,d as i,j as a,n as o,t as s}from"./decorate.js";import{S as c,b as l,y as u}from"./index.js";var d=[[1,0,0,`columns`],[0,1,0,`up`],[0,0,1,`depth`],[1,1,0,`front`],[1,-1,0,`front`],[1,0,1,`floor`],[1,0,-1,`floor`],[0,1,1,`side`],[0,1,-1,`side`],[1,1,1,`space`],[1,1,-1,`space`],[1,-1,1,`space`],[1,-1,-1,`space`]];function f([e,i,a]){let o=(e,t,n)=>[e*9+n*4.6,-t*8.4-n*3.6],s=(e,t)=>e>0?0:e<0?3:t,[c,l,u]=[s(e,1),s(i,0),s(a,1)],d=[0,1,2,3].map(t=>[c+e*t,l+i*t,u+a*t]),f=e=>o(...e).join(` `),p=[[[0,0,0],[3,0,0]],[[0,0,3],[3,0,3]],[[0,3,0],[3,3,0]],[[0,3,3],[3,3,3]],[[0,0,0],[0,3,0]],[[3,0,0],[3,3,0]],[[0,0,3],[0,3,3]],[[3,0,3],[3,3,3]],[[0,0,0],[0,0,3]],[[3,0,0],[3,0,3]],[[0,3,0],[0,3,3]],[[3,3,0],[3,3,3]]],[m,,,h]=d;return r`<svg class="way" viewBox="-6 -43 53 49" aria-hidden="true">
    ${t`<path class="cube-edges" d=${p.map(([e,t])=>`M${f(e)}L${f(t)}`).join(``)}/>`}
    ${m&&h?t`<path class="way-line" d="M${f(m)}L${f(h)}"/>`:n}
    ${d.map(e=>t`<circle class="way-ball" cx=${o(...e)[0]} cy=${o(...e)[1]} r="3.300"/>`)}
  </svg>`}var p=class extends o{constructor(...e){super(...e),this.game=null}firstUpdated(){this.game&&this.querySelector(`#help-${CSS.escape(this.game)}`)?.scrollIntoView()}render(){return r`<div class="page help">
      <h1>${i(`help-title`)}</h1>
      <p class="lead">${i(`help-lead`)}</p>
      ${c.map(e=>r`<section id="help-${e.id}" class="rules" aria-labelledby="help-title-${e.id}">
          <div class="rules-picture"><z-picture game=${e.id}></z-picture></div>
          <div>
            <h2 id="help-title-${e.id}">${i(`game-${e.id}`)}</h2>
            <p>${i(`rules-${e.id}`)}</p>
            <p>${i(`rules-${e.id}-more`)}</p>
            <p><a class="button" href=${l(`play`,u(e.game))}>${i(`play`)}</a></p>
          </div>
        </section>`)}
      <section aria-labelledby="ways-title">
        <h2 id="ways-title">${i(`ways-title`)}</h2>
        <p>${i(`ways-text`)}</p>
        <ul class="ways">
          ${d.map(e=>r`<li>${f(e)}<span>${i(`way-${e[3]}`)}</span></li>`)}
        </ul>
      </section>
    </div>`}};s([e()],p.prototype,`game`,void 0),p=s([a(`z-help`)],p);export{p as HelpElement};