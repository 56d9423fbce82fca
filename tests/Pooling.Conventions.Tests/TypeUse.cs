namespace Pooling.Conventions;

/// <summary>The use of a type by a member of another type of the same assembly.</summary>
/// <param name="From">The using type; for a nested one, the outermost.</param>
/// <param name="Member">The member, or the type itself for its base types, constraints and attributes.</param>
/// <param name="To">The used type; for a nested one, the outermost.</param>
internal readonly record struct TypeUse(string From, string Member, string To);
