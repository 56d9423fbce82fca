namespace Pooling.Extensions;

/// <summary>Options without properties: a host that starts asks for them, and thereby checks the keys that no pool
/// reads.</summary>
internal sealed class PoolingSectionCheck;
