using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>What a target of this library knows about this output.</content>
internal sealed partial class JsonOutput
{
    private JsonContentHold? _hold; // made for the first such target

    /// <summary>Whether its lease has content that the target has not got yet.</summary>
    internal bool HoldsContent =>
        _state is JsonOutputState.Open or JsonOutputState.Broken && (_written > 0 || Writer.BytesPending > 0);

    private void Announce(LeaseCell<JsonOutput> cell, Stream stream)
    {
        if (stream is BufferWriterStream { Target: { } target })
            Announce(cell, target);
    }

    /// <returns>The rental of the target.</returns>
    private long Announce(LeaseCell<JsonOutput> cell, IContentTarget target) =>
        (_hold ?? MakeHold(cell)).Announce(target);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private JsonContentHold MakeHold(LeaseCell<JsonOutput> cell)
    {
        try
        {
            Allocations.Failing?.Invoke();
            return _hold = new JsonContentHold(this);
        }
        catch
        {
            EndUnopened(cell);
            throw;
        }
    }

    /// <summary>Ends a lease that its renter does not get, since there was no memory to open it.</summary>
    private static void EndUnopened(LeaseCell<JsonOutput> cell)
    {
        long version = cell.Version;
        if (cell.TryTake(version))
            cell.Source.Refuse(cell, version, DropReason.Failed);
    }
}
