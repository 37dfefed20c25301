// Appended to a page of MiniWoB++ as it is served: starts its one episode with the seed of the address, as the package's own driver does
// (`Math.seedrandom`, then `core.startEpisodeReal`), tells the server the task and the reward, and hides what is there for people who watch.
addEventListener("load", async () => {
  const asked = new URL(location.href).searchParams, episode = asked.get("episode");
  const tell = (what, told) => fetch(`/_episodes/${episode}/${what}?${new URLSearchParams(told)}`);
  core.EPISODE_MAX_TIME = 1e6; // a model of a house takes longer than ten seconds; the time is reported instead
  Math.seedrandom(Number(asked.get("seed")));
  core.startEpisodeReal();
  for (let tries = 0; !WOB_TASK_READY && tries < 100; tries += 1) await new Promise((go) => setTimeout(go, 50));
  const said = core.getUtterance(), task = said.utterance ?? said;
  for (const id of ["query", "reward-display", "click-canvas", "sync-task-cover"]) {
    const shown = document.getElementById(id);
    if (shown) shown.style.setProperty("display", "none", "important");
  }
  document.title = "";
  const ends = core.endEpisode;
  core.endEpisode = (...given) => {
    const runs = core.EP_TIMER !== null;
    ends(...given);
    if (runs) tell("ended", { reward: WOB_REWARD_GLOBAL, raw: WOB_RAW_REWARD_GLOBAL, reason: String(WOB_REWARD_REASON) });
  };
  tell("begun", { task });
});
