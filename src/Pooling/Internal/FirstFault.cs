using System.Runtime.ExceptionServices;

namespace Pooling.Internal;

/// <summary>Does several things, each also if one before it threw, and keeps what the first one threw.</summary>
internal struct FirstFault
{
    private ExceptionDispatchInfo? _first;

    /// <summary>Disposes an item, if it can be.</summary>
    internal void Dispose<T>(T item) => Try(static item => (item as IDisposable)?.Dispose(), item);

    internal void Try<T>(Action<T> action, T argument)
    {
        try
        {
            action(argument);
        }
#pragma warning disable CA1031 // it is thrown again when all is done
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _first ??= ExceptionDispatchInfo.Capture(exception);
        }
    }

    /// <summary>Throws what was kept, if anything was.</summary>
    internal readonly void Throw() => _first?.Throw();
}
