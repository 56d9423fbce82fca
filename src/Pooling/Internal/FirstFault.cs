using System.Runtime.ExceptionServices;

namespace Pooling.Internal;

/// <summary>Runs several actions, each even if an earlier one threw, and keeps the first exception.</summary>
internal struct FirstFault
{
    private Exception? _first;

    /// <summary>Whether an action threw.</summary>
    internal readonly bool IsSet => _first is not null;

    /// <summary>Returns a value with an exception.</summary>
    internal static FirstFault Of(Exception exception) => new() { _first = exception };

    /// <summary>Disposes an item that is <see cref="IDisposable"/>.</summary>
    internal void Dispose<T>(T item) => Try(DisposeItem, item);

    private static void DisposeItem<T>(T item) => (item as IDisposable)?.Dispose();

    internal void Try<T>(Action<T> action, T argument)
    {
        try
        {
            action(argument);
        }
#pragma warning disable CA1031 // rethrown by Throw after the last action
        catch (Exception exception)
#pragma warning restore CA1031
        {
            _first ??= exception;
        }
    }

    /// <summary>Throws the first exception, if there was one.</summary>
    internal readonly void Throw()
    {
        if (_first is not null)
            ExceptionDispatchInfo.Capture(_first).Throw();
    }

    /// <summary>Raises the first exception by <see cref="TaskScheduler.UnobservedTaskException"/>, if there was one: no
    /// caller can handle it.</summary>
    internal readonly void Report()
    {
        if (_first is not null)
            Report(_first);
    }

    /// <summary>Does the same for one exception. Never throws.</summary>
    internal static void Report(Exception exception)
    {
        try
        {
            _ = Task.FromException(exception);
        }
        catch (OutOfMemoryException)
        {
            // the caller has more to do
        }
    }
}
