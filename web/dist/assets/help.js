import{C as e,D as t,T as n,k as r,n as i,t as a,u as o,w as s}from"./decorate.js";import{C as c,_ as l,w as u}from"./picture.js";var d=[[1,0,0,`columns`],[0,1,0,`up`],[0,0,1,`depth`],[1,1,0,`front`],[1,-1,0,`front`],[1,0,1,`floor`],[1,0,-1,`floor`],[0,1,1,`side`],[0,1,-1,`side`],[1,1,1,`space`],[1,1,-1,`space`],[1,-1,1,`space`],[1,-1,-1,`space`]];function f([e,i,a]){let o=(e,t,n)=>[e*9+n*4.6,-t*8.4-n*3.6],s=(e,t)=>e>0?0:e<0?3:t,[c,l,u]=[s(e,1),s(i,0),s(a,1)],d=[0,1,2,3].map(t=>[c+e*t,l+i*t,u+a*t]),f=e=>o(...e).join(` `),p=[[[0,0,0],[3,0,0]],[[0,0,3],[3,0,3]],[[0,3,0],[3,3,0]],[[0,3,3],[3,3,3]],[[0,0,0],[0,3,0]],[[3,0,0],[3,3,0]],[[0,0,3],[0,3,3]],[[3,0,3],[3,3,3]],[[0,0,0],[0,0,3]],[[3,0,0],[3,0,3]],[[0,3,0],[0,3,3]],[[3,3,0],[3,3,3]]],[m,,,h]=d;return t`<svg class="way" viewBox="-6 -43 53 49" aria-hidden="true">
    ${r`<path class="cube-edges" d=${p.map(([e,t])=>`M${f(e)}L${f(t)}`).join(``)}/>`}
    ${m&&h?r`<path class="way-line" d="M${f(m)}L${f(h)}"/>`:n}
    ${d.map(e=>r`<circle class="way-ball" cx=${o(...e)[0]} cy=${o(...e)[1]} r="3.300"/>`)}
  </svg>`}var p=class extends i{constructor(...e){super(...e),this.game=null}firstUpdated(){this.game&&this.querySelector(`#help-${CSS.escape(this.game)}`)?.scrollIntoView()}render(){return t`<div class="page help">
      <h1>${o(`help-title`)}</h1>
      <p class="lead">${o(`help-lead`)}</p>
      ${l.map(e=>t`<section id="help-${e.id}" class="rules" aria-labelledby="help-title-${e.id}">
          <div class="rules-picture"><z-picture game=${e.id}></z-picture></div>
          <div>
            <h2 id="help-title-${e.id}">${o(`game-${e.id}`)}</h2>
            <p>${o(`rules-${e.id}`)}</p>
            <p>${o(`rules-${e.id}-more`)}</p>
            <p><a class="button" href=${u(`play`,c(e.game))}>${o(`play`)}</a></p>
          </div>
        </section>`)}
      <section aria-labelledby="ways-title">
        <h2 id="ways-title">${o(`ways-title`)}</h2>
        <p>${o(`ways-text`)}</p>
        <ul class="ways">
          ${d.map(e=>t`<li>${f(e)}<span>${o(`way-${e[3]}`)}</span></li>`)}
        </ul>
      </section>
    </div>`}};a([e()],p.prototype,`game`,void 0),p=a([s(`z-help`)],p);export{p as HelpElement};