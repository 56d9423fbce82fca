namespace Pooling.Encodeables;

/// <summary>Leaves a member as it is when its object is reset: the next renter sees what the last one left.</summary>
/// <remarks>
/// <para>Thread safety: metadata.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Event)]
public sealed class KeepOnResetAttribute : Attribute;
