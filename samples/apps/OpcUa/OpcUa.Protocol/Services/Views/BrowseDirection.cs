namespace OpcUa.Protocol.Services.Views;

/// <summary>The direction of the references to follow.</summary>
public enum BrowseDirection
{
    Forward = 0,
    Inverse = 1,
    Both = 2,
}
