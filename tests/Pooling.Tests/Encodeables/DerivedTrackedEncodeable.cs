namespace Pooling.Encodeables;

/// <summary>A derived class, whose objects a pool of the base class must not accept.</summary>
internal sealed class DerivedTrackedEncodeable : TrackedEncodeable;
