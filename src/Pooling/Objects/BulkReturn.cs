using System.Runtime.ExceptionServices;

namespace Pooling.Objects;

/// <summary>What is left to do after many items were returned in one call: items to drop, and the first exception.</summary>
internal struct BulkReturn
{
    private List<object>? _dropped;
    private Exception? _first;

    internal void Drop(object item) => (_dropped ??= []).Add(item);

    internal void Fail(Exception exception) => _first ??= exception;

    /// <summary>Lets the items go, then throws the first exception if there was one.</summary>
    internal void Complete()
    {
        if (_dropped is not null || _first is not null)
            CompleteSlow();
    }

    /// <summary>Lets the items go on behalf of a caller who is told of another exception already.</summary>
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
