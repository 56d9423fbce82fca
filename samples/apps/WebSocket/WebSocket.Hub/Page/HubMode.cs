namespace WebSockets.Hub.Page;

/// <summary>Specifies the way in which a hub moves messages.</summary>
public enum HubMode
{
    /// <summary>With techniques of other projects, with published figures: <c>Before/</c>.</summary>
    Before,

    /// <summary>With the plain loops of ASP.NET Core: <c>Plain/</c>.</summary>
    Plain,

    /// <summary>Through pooled memory: <c>After/</c>.</summary>
    Pooled,
}
