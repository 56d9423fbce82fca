using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Server.Subscriptions;

/// <summary>A publish request that waits for something to publish.</summary>
/// <param name="RequestId">The number of the request in the connection.</param>
/// <param name="Response">The response, with the outcomes of the acknowledgements; rented, and returned after it is sent.</param>
/// <param name="Deadline">The time until which the client waits, in milliseconds.</param>
internal readonly record struct HeldPublish(uint RequestId, PublishResponse Response, long Deadline);
