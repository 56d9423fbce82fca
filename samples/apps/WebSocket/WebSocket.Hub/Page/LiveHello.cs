namespace WebSockets.Hub.Page;

/// <summary>The first message to a page.</summary>
/// <param name="Hub">The id of the hub, by which a page detects a new hub.</param>
/// <param name="About">The description of the hub and its load, for people.</param>
/// <param name="Chosen">The mode of new sockets.</param>
/// <param name="Samples">The samples of the last seconds, oldest first.</param>
internal readonly record struct LiveHello(string Hub, string About, HubMode Chosen, Queue<LiveSample> Samples);
