namespace Pooling.Conventions;

/// <summary>That a member of one type of an assembly names another type of it.</summary>
/// <param name="From">The user's type; for a nested one, the outermost.</param>
/// <param name="Member">The member, or the type itself for its base types, constraints and attributes.</param>
/// <param name="To">The used type, the outermost.</param>
internal readonly record struct TypeUse(string From, string Member, string To);
