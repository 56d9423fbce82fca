using System.Runtime.ExceptionServices;

namespace Pooling.Queues;

/// <summary>Disposes items one after the other, also if one throws, and keeps what the first one threw.</summary>
internal struct DisposalFaults
{
    private ExceptionDispatchInfo? _first;

    internal void Dispose<T>(T item)
    {
        try
        {
            (item as IDisposable)?.Dispose();
        }
        catch (Exception exception)
        {
            _first ??= ExceptionDispatchInfo.Capture(exception);
        }
    }

    /// <summary>Throws what was kept, if anything was.</summary>
    internal readonly void Throw() => _first?.Throw();
}
