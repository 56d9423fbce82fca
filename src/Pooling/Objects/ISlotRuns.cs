namespace Pooling.Objects;

/// <summary>Several runs of slots that are filled or emptied in one exchange with the depot. Implemented by structs, so
/// that calls are direct.</summary>
internal interface ISlotRuns
{
    /// <summary>The number of runs.</summary>
    int Count { get; }

    Span<MagazineSlot> this[int index] { get; }
}
