namespace WebSockets.Hub.Connections;

/// <summary>A connection or a request that has a place. It is aborted if it loses its place before it ends. Any
/// thread.</summary>
/// <remarks>The context of a request must not be used after its end. Kestrel may have released it, or given it to
/// another request.</remarks>
/// <param name="abort">Aborts the connection or the request. Must not wait for its end.</param>
internal sealed class PlaceHolder(Action abort)
{
    private readonly Lock _lock = new();
    private bool _hasEnded;

    /// <summary>Aborts the connection or the request, unless it has ended.</summary>
    public void Abort()
    {
        lock (_lock)
        {
            if (!_hasEnded)
                abort();
        }
    }

    /// <summary>Notes the end. When this returns, it is not being aborted, and never will be.</summary>
    public void End()
    {
        lock (_lock)
            _hasEnded = true;
    }
}
