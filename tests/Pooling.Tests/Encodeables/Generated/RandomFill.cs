using System.Collections;
using System.Reflection;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Encodeables.Generated;

/// <summary>Changes all changeable fields of an encodeable at random, by reflection.</summary>
internal sealed class RandomFill(Random random)
{
    private int _depth;
    private int _keys = 1000;

    internal void Fill(object target)
    {
        _depth++;
        foreach (FieldInfo field in StoredFields.Of(target.GetType()))
        {
            object? current = field.GetValue(target);
            if (StoredFields.IsFixed(field)
                || (current is not null && random.Next(2) == 0 && current is ICollection or IPooledEncodeable or StringBuilder))
            {
                Change(current);
            }
            else
            {
                field.SetValue(target, Create(field.FieldType));
            }
        }

        if (target is Signal signal)
            signal.Use(random);

        if (target is Table table)
            table.Use(random);

        _depth--;
    }

    private void Change(object? current)
    {
        switch (current)
        {
            case Array array:
                for (int i = 0; i < array.Length; i++)
                    array.SetValue(Create(array.GetType().GetElementType()!), i);

                break;

            case StringBuilder text:
                text.Append('x', random.Next(40));
                break;

            case IPooledEncodeable encodeable:
                Fill(encodeable);
                break;

            case not null when StoredFields.IsList(current.GetType()):
                for (int i = random.Next(_depth > 3 ? 2 : 5); i > 0; i--)
                    Fill(current.GetType().GetMethod("Add")!.Invoke(current, null)!);

                break;

            case ICollection collection:
                AddTo(collection);
                break;
        }
    }

    private object? Create(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } underlying)
            return random.Next(3) == 0 ? null : Create(underlying);

        if (type == typeof(string))
            return random.Next(4) == 0 ? null : "text" + random.Next();

        if (type == typeof(Sample))
            return new Sample(random.Next());

        if (type == typeof(Slot))
            return new Slot { Point = (Point?)Create(typeof(Point)), Number = random.Next() };

        if (type == typeof(IPooledEncodeable))
            return Create(random.Next(2) == 0 ? typeof(Point) : typeof(DataFrame));

        if (typeof(IPooledEncodeable).IsAssignableFrom(type))
            return _depth > 4 || random.Next(4) == 0 ? null : Rent(type);

        if (type.IsArray)
            return CreateArray(type.GetElementType()!);

        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(PooledArray<>))
            return RentArray(type.GetGenericArguments()[0]);

        if (typeof(IEnumerable).IsAssignableFrom(type))
            return CreateCollection(type);

        return type.IsValueType ? CreateValue(type) : null; // a delegate, for example
    }

    private object CreateValue(Type type)
    {
        if (type.IsEnum)
            return Enum.ToObject(type, random.Next(6));

        if (type.IsGenericType) // a tuple
            return Activator.CreateInstance(type, [.. type.GetGenericArguments().Select(Create)])!;

        return type == typeof(Guid) ? Guid.NewGuid()
            : type == typeof(TimeSpan) ? TimeSpan.FromTicks(random.Next())
            : type == typeof(DateTime) ? new DateTime(random.Next())
            : Convert.ChangeType(random.Next(100), type, System.Globalization.CultureInfo.InvariantCulture);
    }

    private object Rent(Type type)
    {
        object activator = type.GetProperty("Pool", BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)!.GetValue(null)!;
        object item = ((EncodeablePool)activator).RentUnchecked();
        Fill(item);
        return item;
    }

    private object? RentArray(Type item)
    {
        if (random.Next(4) == 0)
            return null;

        return GetType().GetMethod(nameof(RentArrayOf),
            BindingFlags.Instance | BindingFlags.NonPublic)!.MakeGenericMethod(item).Invoke(this, null);
    }

    private PooledArray<T> RentArrayOf<T>()
    {
        PooledArray<T> array = EncodeablePool.RentArray<T>(random.Next(6));
        for (int i = 0; i < array.Length; i++)
            array.Span[i] = (T)Create(typeof(T))!;

        return array;
    }

    private object CreateArray(Type item)
    {
        Array array = Array.CreateInstance(item, random.Next(5));
        Change(array);
        return array;
    }

    private object CreateCollection(Type type)
    {
        Type made = type.IsInterface ? typeof(List<>).MakeGenericType(type.GetGenericArguments()) : type;
        object collection = Activator.CreateInstance(made)!;
        AddTo((IEnumerable)collection);
        return collection;
    }

    private void AddTo(IEnumerable collection)
    {
        Type[] items = collection.GetType().GetGenericArguments();
        MethodInfo add = collection.GetType()
            .GetMethod(collection.GetType().Name.StartsWith("Queue", StringComparison.Ordinal) ? "Enqueue" : "Add", items)!;
        for (int i = random.Next(random.Next(8) == 0 ? 40 : 4); i > 0; i--)
        {
            object?[] arguments = [.. items.Select(Create)];
            if (items.Length == 2)
                arguments[0] = Convert.ChangeType(_keys++, items[0], System.Globalization.CultureInfo.InvariantCulture);

            add.Invoke(collection, arguments);
        }
    }
}
