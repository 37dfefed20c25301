for (;;) window.alert("You have won!");
