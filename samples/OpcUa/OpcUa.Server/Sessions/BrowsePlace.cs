using OpcUa.Protocol.Services.Views;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Sessions;

/// <summary>A browse that goes on.</summary>
/// <param name="Node">The node that it began at.</param>
/// <param name="Description">What is looked for.</param>
/// <param name="Next">How many references were passed.</param>
/// <param name="Most">The most references in one answer.</param>
internal sealed record BrowsePlace(Node Node, BrowseDescription Description, int Next, int Most);
