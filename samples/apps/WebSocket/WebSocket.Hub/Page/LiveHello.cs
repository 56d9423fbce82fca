namespace WebSockets.Hub.Page;

/// <summary>What a page is told when it has connected.</summary>
/// <param name="Hub">Another one for each hub, so that a page sees that there is a new one.</param>
/// <param name="About">What the hub runs on, and what loads it, for people.</param>
/// <param name="Chosen">The way of new sockets.</param>
/// <param name="Samples">The last seconds, the oldest first.</param>
internal readonly record struct LiveHello(string Hub, string About, HubMode Chosen, Queue<LiveSample> Samples);
