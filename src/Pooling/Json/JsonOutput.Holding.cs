using Pooling.Buffers;

namespace Pooling.Json;

/// <content>What a target of this library knows about a lease that holds content for it.</content>
/// <remarks>Leases on one target form a chain from the last to the first. A lease that was left open until the rental
/// of its target ended may stay in it; it holds nothing for the next rental.</remarks>
internal sealed partial class JsonOutput : IContentHolder
{
    private IContentTarget? _announced; // the target that knows of this output
    private long _announcedRental;
    private JsonOutput? _before; // the previous one of the same target

    bool IContentHolder.HoldsContentFor(IContentTarget target, long rental)
    {
        for (JsonOutput? output = this; output is not null; output = output._before)
        {
            if (output._announced == target && output._announcedRental == rental && output.HoldsContent)
                return true;
        }

        return false;
    }

    private bool HoldsContent => _state == JsonOutputState.Open && (_written > 0 || Writer.BytesPending > 0);

    private void Announce(Stream stream)
    {
        if (stream is BufferWriterStream { Target: { } target })
            Announce(target);
    }

    /// <summary>Makes a target refuse to be read while this output holds content for it.</summary>
    /// <returns>The rental of the target.</returns>
    private long Announce(IContentTarget target)
    {
        _before = target.Holder as JsonOutput;
        _announced = target;
        _announcedRental = target.Rental;
        target.Holder = this;
        return _announcedRental;
    }

    private void Withdraw()
    {
        if (_announced is not { } target)
            return;

        if (target.Holder == this)
            target.Holder = _before;
        else
            Unlink((JsonOutput?)target.Holder);

        _announced = null;
        _before = null;
    }

    private void Unlink(JsonOutput? last)
    {
        for (JsonOutput? output = last; output is not null; output = output._before)
        {
            if (output._before == this)
                output._before = _before;
        }
    }
}
