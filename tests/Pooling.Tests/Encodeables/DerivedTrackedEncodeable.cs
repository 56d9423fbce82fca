namespace Pooling.Encodeables;

/// <summary>What a pool of the base class must not get.</summary>
internal sealed class DerivedTrackedEncodeable : TrackedEncodeable;
