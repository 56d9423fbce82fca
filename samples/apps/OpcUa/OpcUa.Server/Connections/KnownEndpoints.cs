using OpcUa.Protocol.Services.Sessions;

namespace OpcUa.Server.Connections;

/// <summary>The endpoints under a name that a client uses for the server. Immutable.</summary>
internal sealed record KnownEndpoints(string Url, EndpointDescription[] Endpoints);
