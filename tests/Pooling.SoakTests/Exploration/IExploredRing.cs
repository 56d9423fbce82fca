namespace Pooling.SoakTests.Exploration;

/// <summary>A ring that runs on <see cref="ExploredRingAtomics"/>.</summary>
internal interface IExploredRing
{
    int Slots { get; }

    /// <summary>Calls the ring.</summary>
    /// <returns>What the call said: 1 or 0 for true or false, how many, or the items taken, four bits each, the first one lowest.</returns>
    ulong Invoke(RingOperation operation);
}
