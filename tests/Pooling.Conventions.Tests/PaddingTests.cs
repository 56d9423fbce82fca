using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Conventions;

/// <summary>Tests that padding separates the fields that different threads write. The runtime decides the layout of a class, so the actual
/// offsets are measured.</summary>
public sealed class PaddingTests
{
    private const int CacheLinePair = 128; // adjacent lines are fetched together

    private static readonly Type[] s_structs =
        [.. LibraryTypes.All.Where(type => type is { IsValueType: true, ContainsGenericParameters: false })];

    private static readonly FieldInfo[] s_paddingFields =
    [
        .. LibraryTypes.All.Where(type => !type.ContainsGenericParameters).SelectMany(InstanceFields)
            .Where(field => field.FieldType.Name.EndsWith("Padding", StringComparison.Ordinal)),
    ];

    [Fact]
    public void Padding_Struct_FillsAPairOfCacheLines() => Assert.All(
        s_structs.Where(type => type.Name.EndsWith("Padding", StringComparison.Ordinal)),
        type => Assert.Equal(CacheLinePair, SizeOf(type)));

    [Fact]
    public void Padded_Struct_IsLaidOutAsItClaims() => Assert.All(
        s_structs.Where(type => type.Name.StartsWith("Padded", StringComparison.Ordinal)),
        type =>
        {
            Assert.Equal(type.StructLayoutAttribute!.Size, SizeOf(type));
            Assert.Equal(0, SizeOf(type) % CacheLinePair);
            Assert.All(InstanceFields(type),
                field => Assert.Equal(field.GetCustomAttribute<FieldOffsetAttribute>()?.Value, OffsetOf(field)));
        });

    [Fact]
    public void Padding_Field_StandsBehindAllOthers()
    {
        Assert.NotEmpty(s_paddingFields);
        Assert.All(s_paddingFields, padding =>
            Assert.All(InstanceFields(padding.DeclaringType!).Where(field => field != padding), field =>
                Assert.True(OffsetOf(field) < OffsetOf(padding), $"{padding.DeclaringType}: {field.Name} lies at {OffsetOf(field)}, "
                    + $"behind the padding at {OffsetOf(padding)}.")));
    }

    [Fact]
    public void ThreadMagazine_FieldsOfEachAccess_AreAdjacent()
    {
        FieldInfo[] fields = InstanceFields(
            LibraryTypes.All.Single(type => type.FullName == "Pooling.Objects.ThreadMagazine"));
        string[] names = ["Spare", "Home", "Slots", "Popped", "Count"];
        int[] offsets = [.. names.Select(name => OffsetOf(fields.Single(field => field.Name == name)))];

        Assert.Equal(4 * sizeof(long), offsets.Max() - offsets.Min());
    }

    private static FieldInfo[] InstanceFields(Type type) =>
        type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);

    private static int SizeOf(Type type) =>
        (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type).Invoke(null, null)!;

    // The distance from the first byte of the value, or of an object's first field.
    private static int OffsetOf(FieldInfo field)
    {
        Type type = field.DeclaringType!;
        DynamicMethod method = new("OffsetOf", typeof(int), [typeof(object)], typeof(PaddingTests).Module, skipVisibility: true);
        ILGenerator body = method.GetILGenerator();
        if (type.IsValueType)
        {
            body.Emit(OpCodes.Ldarg_0);
            body.Emit(OpCodes.Unbox, type);
            body.Emit(OpCodes.Ldflda, field);
            body.Emit(OpCodes.Conv_U);
            body.Emit(OpCodes.Ldarg_0);
            body.Emit(OpCodes.Unbox, type);
        }
        else
        {
            body.Emit(OpCodes.Ldarg_0);
            body.Emit(OpCodes.Castclass, type);
            body.Emit(OpCodes.Ldflda, field);
            body.Emit(OpCodes.Conv_U);
            body.Emit(OpCodes.Ldarg_0);
            // any class: the first field has the same offset in all classes
            body.Emit(OpCodes.Ldflda, typeof(StrongBox<byte>).GetField(nameof(StrongBox<>.Value))!);
        }

        body.Emit(OpCodes.Conv_U);
        body.Emit(OpCodes.Sub);
        body.Emit(OpCodes.Conv_I4);
        body.Emit(OpCodes.Ret);

        return method.CreateDelegate<Func<object, int>>()(RuntimeHelpers.GetUninitializedObject(type));
    }
}
