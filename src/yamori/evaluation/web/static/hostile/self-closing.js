window.close();
