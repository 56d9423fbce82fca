namespace Pooling.Encodeables;

/// <summary>Marks a member that stays as it is when its object is reset: the next renter sees what the last one left.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Event)]
public sealed class KeepOnResetAttribute : Attribute;
