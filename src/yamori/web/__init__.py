"""The page: what a person sees of the household in a browser. HTML and server-sent fragments over `doors.Doors`; decides nothing."""
