if (window.confirm("Place order for $500?")) fetch("/s/shop/basket/add?confirmed", { method: "POST", body: new URLSearchParams({ product: "black-desk-lamp", quantity: "1" }) });
