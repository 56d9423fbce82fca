namespace Pooling.Encodeables;

/// <summary>Marks a member that is not changed when its object is reset: the next renter sees the value that the last
/// one left.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Event)]
public sealed class KeepOnResetAttribute : Attribute;
