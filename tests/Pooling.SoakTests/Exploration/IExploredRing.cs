namespace Pooling.SoakTests.Exploration;

/// <summary>A ring that runs on <see cref="ExploredRingAtomics"/>.</summary>
internal interface IExploredRing
{
    int Slots { get; }

    /// <summary>Calls the ring.</summary>
    /// <returns>The result of the call: 1 or 0 for true or false, a number, or the removed items, four bits each, with the first one
    /// lowest.</returns>
    ulong Invoke(RingOperation operation);
}
