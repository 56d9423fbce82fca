using System.Collections;
using System.Reflection;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>Fills objects with random values and compares them, field by field, including those of base classes.</summary>
internal static class ObjectGraph
{
    /// <summary>Gives every field a value other than the initial one. Nested objects and arrays come from the scope.</summary>
    internal static void Fill(object item, Random random, PooledScope scope)
    {
        foreach (FieldInfo field in FieldsOf(item.GetType()))
        {
            object? old = field.GetValue(item);
            switch (old)
            {
                case List<string> notes:
                    for (int i = random.Next(1, 600); i > 0; i--)
                        notes.Add("note");

                    break;
                default:
                    field.SetValue(item, NewValue(field.FieldType, random, scope));
                    break;
            }
        }
    }

    /// <summary>Returns the fields in which two objects differ.</summary>
    internal static IEnumerable<string> Differences(object item, object fresh) =>
        from field in FieldsOf(item.GetType())
        where !AreEqual(field.GetValue(item), field.GetValue(fresh))
        select $"{field.DeclaringType!.Name}.{field.Name}: {field.GetValue(item)} instead of {field.GetValue(fresh)}";

    private static IEnumerable<FieldInfo> FieldsOf(Type type)
    {
        for (Type? level = type; level is not null && level != typeof(object); level = level.BaseType)
        {
            foreach (FieldInfo field in level.GetFields(
                BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                if (field.FieldType != typeof(EncodeableState))
                    yield return field;
            }
        }
    }

    private static bool AreEqual(object? one, object? other) =>
        one is not string && one is IEnumerable some && other is IEnumerable others
            ? some.Cast<object?>().SequenceEqual(others.Cast<object?>())
            : Equals(one, other);

    private static object NewValue(Type type, Random random, PooledScope scope)
    {
        if (type == typeof(uint))
            return (uint)random.Next(1, int.MaxValue);

        if (type == typeof(double))
            return 1 + random.NextDouble();

        if (type == typeof(string))
            return $"text {random.Next()}";

        if (type == typeof(EventHandler))
            return new EventHandler(static (_, _) => { });

        if (type == typeof(Reading))
        {
            Reading nested = scope.Rent(Reading.Pool);
            Fill(nested, random, scope);
            return nested;
        }

        if (type == typeof(PooledArray<double>))
            return scope.RentArray<double>(random.Next(1, 300));

        if (type == typeof(PooledArray<Reading>))
        {
            PooledArray<Reading> array = scope.RentArray<Reading>(random.Next(1, 300));
            foreach (ref Reading slot in array.Span)
                slot = (Reading)NewValue(typeof(Reading), random, scope);

            return array;
        }

        throw new NotSupportedException($"No random {type}.");
    }
}
