using System.Runtime.ExceptionServices;

namespace Pooling.Objects;

/// <summary>Collects what remains to be done after a bulk return: the items to drop, and the first exception.</summary>
internal struct BulkReturn
{
    private List<object>? _dropped;
    private Exception? _first;

    internal void Drop(object item) => (_dropped ??= []).Add(item);

    internal void Fail(Exception exception) => _first ??= exception;

    /// <summary>Drops the items, then throws the first exception if there was one.</summary>
    internal void Complete()
    {
        if (_dropped is not null || _first is not null)
            CompleteSlow();
    }

    /// <summary>Drops the items for a caller that already gets another exception.</summary>
    internal readonly void CompleteQuietly() => Objects.Drop.AllQuietly(_dropped);

    private void CompleteSlow()
    {
        try
        {
            Objects.Drop.All(_dropped);
        }
        catch (Exception exception)
        {
            Fail(exception);
        }

        if (_first is not null)
            ExceptionDispatchInfo.Capture(_first).Throw();
    }
}
