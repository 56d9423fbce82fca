#if !NETFRAMEWORK
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Pooling.Doubles;

namespace Pooling.Dispatch;

/// <summary>Tests that calls allocate nothing, and that the cache keeps nothing alive.</summary>
public sealed partial class CachedDelegateTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void AnyDelegate_Called_AllocatesNothing()
    {
        Func<int, int, int> add = CachedDelegate.CreateMethod<Func<int, int, int>>(MethodOf(nameof(Sample.Add)));
        Action<Sample, int> setCount = CachedDelegate.CreateSetter<Sample, int>(PropertyOf(nameof(Sample.Count)));
        Func<int, SampleValue> create = CachedDelegate.CreateConstructor<Func<int, SampleValue>>(typeof(SampleValue));
        Action<object, object> grow = CachedDelegate.CreateConverter<Action<object, object>>(MethodOf(nameof(Sample.Grow)));
        var sample = new Sample();
        object one = 1;

        AllocationAssert.Zero(() =>
        {
            setCount(sample, create(add(1, 2)).Number);
            grow(sample, one);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Method_SecondCall_AllocatesNothing()
    {
        MethodInfo method = MethodOf(nameof(Sample.Add));

        AllocationAssert.Zero(() => CachedDelegate.CreateMethod<Func<int, int, int>>(method));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public async Task AnyDelegate_OfACollectibleAssembly_DoesNotKeepItAlive()
    {
        await Collector.LeaveStack();
        WeakReference context = UseACollectibleAssembly();

        Collector.WaitForDeath(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseACollectibleAssembly()
    {
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Plugin",
            [CSharpSyntaxTree.ParseText("public sealed class Plugin { public int Value { get; set; } "
                + "public static int Add(int a, int b) => a + b; public int Grow(int by) => Value += by; }")],
            [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        using var image = new MemoryStream();
        Assert.True(compilation.Emit(image).Success);
        image.Position = 0;

        var context = new AssemblyLoadContext("Plugin", isCollectible: true);
        Type plugin = context.LoadFromStream(image).GetType("Plugin")!;
        object instance = CachedDelegate.CreateConstructor<Func<object>>(plugin)();
        Assert.Equal(3, CachedDelegate.CreateMethod<Func<int, int, int>>(plugin.GetMethod("Add")!)(1, 2));
        Assert.Equal(4, CachedDelegate.CreateConverter<Func<object, int, int>>(plugin.GetMethod("Grow")!)(instance, 4));
        context.Unload();
        return new WeakReference(context);
    }
}
#endif
