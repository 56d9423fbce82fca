using Pooling.Buffers;

namespace Pooling.Json;

/// <summary>Represents a lease that holds content for a target of this library. Does not keep the writer of a forgotten
/// lease from the collector.</summary>
/// <remarks>
/// <para>The holds on one rental of a target form a chain from the last to the first. A target may refer to a hold of
/// an earlier rental, whose lease may be used for another target meanwhile: nothing behind such a hold is looked
/// at.</para>
/// <para>One thread at a time for the holds on one rental, as for the target. A hold of an earlier rental may be
/// changed by another thread while its rental is read, which is equal to no later one.</para>
/// </remarks>
internal sealed class JsonContentHold(JsonOutput output) : IContentHolder
{
    private readonly WeakReference<JsonOutput> _output = new(output);
    private IContentTarget? _target;
    private long _rental;
    private JsonContentHold? _before;

    /// <summary>Whether a target knows of the lease.</summary>
    internal bool IsAnnounced => _target is not null;

    public bool HoldsContentFor(IContentTarget target, long rental)
    {
        for (JsonContentHold? hold = this; hold is not null && hold.IsOn(target, rental); hold = hold._before)
        {
            if (hold._output.TryGetTarget(out JsonOutput? output) && output.HoldsContent)
                return true;
        }

        return false;
    }

    /// <summary>Makes a target refuse to be read while the lease holds content for it, and drops holds of forgotten
    /// leases.</summary>
    /// <returns>The rental of the target.</returns>
    internal long Announce(IContentTarget target)
    {
        long rental = target.Rental;
        _before = LastOn(target, rental);
        (_target, _rental) = (target, rental);
        target.Holder = this;
        for (JsonContentHold hold = this; hold._before is { } next;)
        {
            if (next._output.TryGetTarget(out _))
                hold = next;
            else
                hold._before = next._before;
        }

        return rental;
    }

    /// <summary>Ends what <see cref="Announce"/> began. A target that is not in that rental any more is left
    /// alone.</summary>
    internal void Withdraw()
    {
        if (_target is not { } target)
            return;

        JsonContentHold? last = LastOn(target, _rental);
        if (last == this)
        {
            target.Holder = _before;
        }
        else
        {
            for (JsonContentHold? hold = last; hold is not null; hold = hold._before)
            {
                if (hold._before == this)
                    hold._before = _before;
            }
        }

        _target = null;
        _before = null;
    }

    /// <summary>Returns the last hold on a rental of a target, if that is the current one.</summary>
    private static JsonContentHold? LastOn(IContentTarget target, long rental) =>
        target.Rental == rental && target.Holder is JsonContentHold last && last.IsOn(target, rental) ? last : null;

    private bool IsOn(IContentTarget target, long rental) => _target == target && _rental == rental;
}
