using System.Reflection;

namespace Pooling.Dispatch;

public sealed partial class CachedDelegateTests
{
    private delegate void ValueGrower(ref SampleValue target, int by);

    [Fact]
    public void Method_Static_IsCalled() =>
        Assert.Equal(5, CachedDelegate.CreateMethod<Func<int, int, int>>(MethodOf(nameof(Sample.Add)))(2, 3));

    [Fact]
    public void Method_Instance_TakesTheInstanceFirst()
    {
        Func<Sample, string, string> greet = CachedDelegate.CreateMethod<Func<Sample, string, string>>(MethodOf(nameof(Sample.Greet)));

        Assert.Equal("Hello, A", greet(new Sample("A"), "Hello"));
        Assert.Equal("Hello, B", greet(new Sample("B"), "Hello"));
    }

    [Fact]
    public void Method_Virtual_CallsTheOverride() =>
        Assert.Equal("derived", CachedDelegate.CreateMethod<Func<Sample, string>>(MethodOf(nameof(Sample.Kind)))(new DerivedSample()));

    [Fact]
    public void Method_Variance_IsAllowed()
    {
        Assert.Equal("text", CachedDelegate.CreateMethod<Func<string, object>>(MethodOf(nameof(Sample.Describe)))("text"));
        Assert.Equal("Hi, ",
            CachedDelegate.CreateMethod<Func<DerivedSample, string, string>>(MethodOf(nameof(Sample.Greet)))(new DerivedSample(), "Hi"));
    }

    [Fact]
    public void Method_OfAStruct_ChangesItInPlace()
    {
        var value = new SampleValue(1);

        CachedDelegate.CreateMethod<ValueGrower>(typeof(SampleValue).GetMethod(nameof(SampleValue.Grow))!)(ref value, 4);

        Assert.Equal(5, value.Number);
    }

    [Fact]
    public void Method_ClosedGeneric_IsCalled() =>
        Assert.Equal(7, CachedDelegate.CreateMethod<Func<int, int>>(MethodOf(nameof(Sample.Echo)).MakeGenericMethod(typeof(int)))(7));

    [Fact]
    public void Setter_OfAClass_Sets()
    {
        var sample = new DerivedSample();

        CachedDelegate.CreateSetter<Sample, string>(PropertyOf(nameof(Sample.Name)))(sample, "set");
        CachedDelegate.CreateSetter<DerivedSample, int>(PropertyOf(nameof(Sample.Count)))(sample, 3);

        Assert.Equal(("set", 3), (sample.Name, sample.Count));
    }

    [Fact]
    public void Constructor_ByItsParameters_Creates()
    {
        Assert.Null(CachedDelegate.CreateConstructor<Func<Sample>>(typeof(Sample))().Name);
        Assert.Equal("x", CachedDelegate.CreateConstructor<Func<string, Sample>>(typeof(Sample))("x").Name);
        Assert.Equal("4", CachedDelegate.CreateConstructor<Func<int, Sample>>(typeof(Sample))(4).Name);
    }

    [Fact]
    public void Constructor_ResultAsABase_Creates() =>
        Assert.IsType<DerivedSample>(CachedDelegate.CreateConstructor<Func<Sample>>(typeof(DerivedSample))());

    [Fact]
    public void Constructor_OfAStruct_Creates()
    {
        Assert.Equal(6, CachedDelegate.CreateConstructor<Func<int, SampleValue>>(typeof(SampleValue))(6).Number);
        Assert.Equal(0, CachedDelegate.CreateConstructor<Func<SampleValue>>(typeof(SampleValue))().Number);
    }

    [Fact]
    public void Constructor_Info_ConvertsItsArguments()
    {
        ConstructorInfo constructor = typeof(Sample).GetConstructor([typeof(int)])!;

        var create = CachedDelegate.CreateConstructor<Func<object, object>>(constructor);

        Assert.Equal("12", Assert.IsType<Sample>(create(12)).Name);
        Assert.Throws<InvalidCastException>(() => create("no number"));
    }

    [Fact]
    public void Converted_ObjectsIn_AreCastAndUnboxed()
    {
        var greet = CachedDelegate.CreateConverter<Func<object, object, object>>(MethodOf(nameof(Sample.Greet)));
        var grow = CachedDelegate.CreateConverter<Action<object, object>>(MethodOf(nameof(Sample.Grow)));
        var sample = new Sample("C");

        grow(sample, 2);

        Assert.Equal("Hello, C", greet(sample, "Hello"));
        Assert.Equal(2, sample.Count);
        Assert.Throws<InvalidCastException>(() => greet(new object(), "Hello"));
    }

    [Fact]
    public void Converted_BoxedStruct_IsChangedInItsBox()
    {
        object box = new SampleValue(1);

        CachedDelegate.CreateConverter<Action<object, int>>(typeof(SampleValue).GetMethod(nameof(SampleValue.Grow))!)(box, 4);

        Assert.Equal(5, ((SampleValue)box).Number);
        Assert.Equal(10,
            CachedDelegate.CreateConverter<Func<object, int>>(typeof(SampleValue).GetMethod(nameof(SampleValue.Doubled))!)(box));
    }

    [Fact]
    public void AnyMember_SecondCall_GivesTheSameDelegate()
    {
        Assert.Same(CachedDelegate.CreateMethod<Func<int, int, int>>(MethodOf(nameof(Sample.Add))),
            CachedDelegate.CreateMethod<Func<int, int, int>>(MethodOf(nameof(Sample.Add))));
        Assert.Same(CachedDelegate.CreateSetter<Sample, int>(PropertyOf(nameof(Sample.Count))),
            CachedDelegate.CreateSetter<Sample, int>(PropertyOf(nameof(Sample.Count))));
        Assert.Same(CachedDelegate.CreateConstructor<Func<string, Sample>>(typeof(Sample)),
            CachedDelegate.CreateConstructor<Func<string, Sample>>(typeof(Sample)));
        Assert.Same(CachedDelegate.CreateConstructor<Func<SampleValue>>(typeof(SampleValue)),
            CachedDelegate.CreateConstructor<Func<SampleValue>>(typeof(SampleValue)));
        Assert.Same(CachedDelegate.CreateConverter<Action<object, object>>(MethodOf(nameof(Sample.Grow))),
            CachedDelegate.CreateConverter<Action<object, object>>(MethodOf(nameof(Sample.Grow))));
    }

    [Fact]
    public void MethodAndConverted_OfOneDelegateType_AreBothRight()
    {
        MethodInfo method = MethodOf(nameof(Sample.Describe));

        Assert.Equal("1", CachedDelegate.CreateConverter<Func<object, object>>(method)(1));
        Assert.Equal("1", CachedDelegate.CreateMethod<Func<object, object>>(method)(1));
    }

    private static MethodInfo MethodOf(string name) => typeof(Sample).GetMethod(name)!;

    private static PropertyInfo PropertyOf(string name) => typeof(Sample).GetProperty(name)!;
}
