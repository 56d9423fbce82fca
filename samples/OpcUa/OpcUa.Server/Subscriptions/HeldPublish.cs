using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Server.Subscriptions;

/// <summary>A publish request that waits for something to publish.</summary>
/// <param name="RequestId">Its number in the connection.</param>
/// <param name="Response">The response, with what became of its acknowledgements; rented, and returned when it is answered.</param>
/// <param name="Deadline">Until when the client waits, in milliseconds.</param>
internal readonly record struct HeldPublish(uint RequestId, PublishResponse Response, long Deadline);
