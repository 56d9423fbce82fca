using Pooling.Queues;

namespace Pooling.SoakTests.Exploration;

/// <summary>An injected fault and its location.</summary>
/// <param name="Kind">The fault.</param>
/// <param name="Location">The only location that has the fault; <see cref="Everywhere"/>, or <see cref="EverySequence"/>.</param>
internal readonly record struct SeededFault(Fault Kind, int Location = SeededFault.Everywhere)
{
    internal const int Everywhere = -1;
    internal const int EverySequence = -2;

    internal static SeededFault None => default;

    internal bool Drops(Fault kind, int name) =>
        Kind == kind
        && (Location == Everywhere || Location == name
            || (Location == EverySequence && name > RingLocation.Item(0) && (name - RingLocation.Item(0)) % 2 == 1));

    public override string ToString() => Location switch
    {
        Everywhere => Kind.ToString(),
        EverySequence => $"{Kind} of the sequences",
        RingLocation.Tail => $"{Kind} of the tail",
        RingLocation.Head => $"{Kind} of the head",
        RingLocation.CachedHead => $"{Kind} of the copied head",
        _ => $"{Kind} of location {Location}",
    };
}
