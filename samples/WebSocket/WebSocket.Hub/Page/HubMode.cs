namespace WebSockets.Hub.Page;

/// <summary>How a hub moves messages.</summary>
public enum HubMode
{
    /// <summary>As is common: <c>Before/</c>.</summary>
    Stock,

    /// <summary>Through pooled memory: <c>After/</c>.</summary>
    Pooled,
}
