window.prompt("Your card number?");
