using OpcUa.Protocol.Services.Views;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Sessions;

/// <summary>The position of an incomplete browse.</summary>
/// <param name="Node">The start node.</param>
/// <param name="Description">The description of the references.</param>
/// <param name="Next">The number of references that were passed.</param>
/// <param name="Most">The maximum number of references in a response.</param>
internal sealed record BrowsePlace(Node Node, BrowseDescription Description, int Next, int Most);
