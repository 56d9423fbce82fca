using System.CodeDom.Compiler;
using System.Reflection;

namespace Pooling.Encodeables.Generated;

/// <summary>The fields that a class stores in each object, including those of base classes, without members marked with
/// <c>[KeepOnReset]</c>.</summary>
internal static class StoredFields
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    internal static IEnumerable<FieldInfo> Of(Type type)
    {
        for (Type? current = type; current is not null && current != typeof(object); current = current.BaseType)
        {
            foreach (FieldInfo field in current.GetFields(Declared))
            {
                if (field.GetCustomAttribute<GeneratedCodeAttribute>() is null && !IsKept(field))
                    yield return field;
            }
        }
    }

    /// <summary>Returns whether only the content of a member can change. Init-only members count as settable.</summary>
    internal static bool IsFixed(FieldInfo field) => field.IsInitOnly && PropertyOf(field)?.CanWrite != true;

    /// <summary>Returns whether a type is a list of parts.</summary>
    internal static bool IsList(Type type) => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(EncodeableList<>);

    private static bool IsKept(FieldInfo field) =>
        field.IsDefined(typeof(KeepOnResetAttribute)) || PropertyOf(field)?.IsDefined(typeof(KeepOnResetAttribute)) == true;

    // "<Name>k__BackingField" is the property Name.
    private static PropertyInfo? PropertyOf(FieldInfo field) =>
        field.DeclaringType!.GetProperty(field.Name.TrimStart('<').Split('>')[0], Declared);
}
